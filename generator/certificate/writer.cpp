#include "certificate/writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "certificate/closed_extents.hpp"
#include "certificate/sealed_text.hpp"
#include "certificate/sha256.hpp"

namespace mexcert {
namespace {

constexpr std::size_t kEntriesOnLine = 64;

class Writer {
  public:
    Writer(Engine& engine, SealedText& certificate) : engine_(engine), certificate_(certificate) {}

    void table(const Table& table, const std::vector<std::int64_t>& most);
    void point(std::size_t number, const ClaimProof& proof) {
        certificate_.record(fmt::format("point {} {}", number,
                                        proof.point.empty() ? "-" : values_text(proof.point)));
    }
    void witnesses(std::size_t number, const ClaimProof& proof) {
        certificate_.record(fmt::format("witness {}", number));
        for (const auto& witness : proof.witnesses) {
            std::string line;
            for (const std::int64_t value : witness) {
                line += fmt::format("{}{}", line.empty() ? "" : " ", value);
            }
            certificate_.text().append(line).append("\n");
        }
    }

  private:
    Engine& engine_;
    SealedText& certificate_;
};

void Writer::table(const Table& table, const std::vector<std::int64_t>& most) {
    const Item& item = engine_.spec.item(table.item);
    std::string head = fmt::format("table {}", item.name);
    std::size_t fixed = 0;
    std::size_t ranged = 0;
    for (const bool is_fixed : item.is_fixed) {
        head += is_fixed ? fmt::format(" {}", table.fixed[fixed++])
                         : fmt::format(" 0..{}", most[ranged++]);
    }
    certificate_.record(head);
    std::string& text = certificate_.text();
    const bool steps = most.size() == 1;
    std::int64_t before = 0;
    std::size_t on_line = 0;
    for_each_position(most, [&](const std::vector<std::int64_t>& position) {
        const std::int64_t value = table.values[*table.index(position.data())];
        if (on_line > 0) {
            const bool breaks = on_line == kEntriesOnLine || position.back() == 0;
            text += breaks ? '\n' : ' ';
            on_line = breaks ? 0 : on_line;
        }
        ++on_line;
        fmt::format_to(std::back_inserter(text), "{}", steps ? value - before : value);
        before = value;
    });
    text += '\n';
}

}  // namespace

std::vector<int> tables_in_order(const Engine& engine, const Extents& extents) {
    std::vector<int> ids;
    for (const Table& table : engine.tables.all()) {
        if (!extents.of(table.id).empty()) {
            ids.push_back(table.id);
        }
    }
    const auto& all = engine.tables.all();
    std::sort(ids.begin(), ids.end(), [&](int a, int b) {
        const Table& left = all[static_cast<std::size_t>(a)];
        const Table& right = all[static_cast<std::size_t>(b)];
        return std::tie(left.item, left.fixed) < std::tie(right.item, right.fixed);
    });
    return ids;
}

Result<std::string> certificate_text(Engine& engine, std::vector<ClaimProof> proofs) {
    std::sort(proofs.begin(), proofs.end(),
              [](const ClaimProof& a, const ClaimProof& b) { return a.claim < b.claim; });
    Extents extents;
    SealedText certificate;
    Writer writer(engine, certificate);
    for (const ClaimProof& proof : proofs) {
        certificate.claim(proof.digest, proof.claim);
        extents.merge(proof.extents, engine.tables);
    }
    if (std::optional<Error> error = close_extents(engine, extents)) {
        return *error;
    }
    for (const int id : tables_in_order(engine, extents)) {
        writer.table(engine.tables.at(id), extents.of(id));
    }
    for (std::size_t i = 0; i < proofs.size(); ++i) {
        if (proofs[i].has_point) {
            writer.point(i + 1, proofs[i]);
        }
    }
    for (std::size_t i = 0; i < proofs.size(); ++i) {
        if (!proofs[i].witnesses.empty()) {
            writer.witnesses(i + 1, proofs[i]);
        }
    }
    return certificate.sealed();
}

WholeFile::WholeFile(std::string path)
    : path_(std::move(path)),
      temporary_(fmt::format("{}.tmp{}", path_, getpid())),
      output_(temporary_, std::ios::binary | std::ios::trunc) {}

WholeFile::~WholeFile() {
    if (!temporary_.empty()) {
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }
}

bool WholeFile::write(std::string_view bytes) {
    output_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return output_.good();
}

std::optional<Error> WholeFile::finish() {
    output_.close();
    if (!output_) {
        return invalid(path_, "cannot be written");
    }
    std::error_code code;
    std::filesystem::rename(temporary_, path_, code);
    if (code) {
        return invalid(path_, code.message());
    }
    temporary_.clear();
    return std::nullopt;
}

std::optional<Error> write_atomically(const std::string& path, const std::string& bytes) {
    WholeFile file(path);
    file.write(bytes);
    return file.finish();
}

std::vector<std::string> claim_lines(const std::string& bytes) {
    std::vector<std::string> lines;
    if (bytes.compare(0, SealedText::kFirstLine.size(), SealedText::kFirstLine) != 0 ||
        bytes.back() != '\n') {
        return lines;
    }
    const std::size_t last = bytes.rfind('\n', bytes.size() - 2) + 1;
    const std::string digest = sha256_hex(std::string_view(bytes).substr(0, last));
    if (bytes.compare(last, 4, "end ") != 0 || bytes.find(digest, last) == std::string::npos) {
        return lines;
    }
    for (std::size_t start = SealedText::kFirstLine.size();
         bytes.compare(start, 6, "claim ") == 0;) {
        const std::size_t end = bytes.find('\n', start);
        lines.push_back(bytes.substr(start, end - start));
        start = end + 1;
    }
    return lines;
}

}  // namespace mexcert
