#include "cli/print.h"

#include "core_digest.h"

namespace mexcheck {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

std::string counted(const Outcome& outcome, Int n) {
    return outcome.everywhere ? "all" : std::to_string(n);
}

// What follows the claim in the line of a verified one.
Fields details(const Verdict& v) {
    const Outcome& o = v.outcome;
    Fields fields = {{"strength", o.strength}};
    if (!o.point.empty()) fields.emplace_back("point", o.point);
    fields.insert(fields.end(), {{"stmt", o.stmt},
                                 {"rules", o.rules},
                                 {"instances", counted(o, o.instances)},
                                 {"hyp", counted(o, o.hyp)},
                                 {"work", std::to_string(o.work)},
                                 {"cert", v.cert},
                                 {"core", MEXCHECK_CORE_DIGEST}});
    return fields;
}

const char* word(const Verdict& v) {
    if (v.kind == Verdict::verified) return "VERIFIED";
    return v.kind == Verdict::declined ? "DECLINED" : "REJECTED";
}

// The text with some characters replaced.
std::string escaped(const std::string& text, std::string_view special,
                    const std::vector<const char*>& instead) {
    std::string result;
    for (const char c : printable(text)) {
        const std::size_t at = special.find(c);
        at == std::string_view::npos ? result += c : result += instead[at];
    }
    return result;
}

std::string quoted(const std::string& text) {
    return '"' + escaped(text, "\"\\", {"\\\"", "\\\\"}) + '"';
}

std::string xml(const std::string& text) {
    return escaped(text, "&<>\"", {"&amp;", "&lt;", "&gt;", "&quot;"});
}

}  // namespace

std::string printable(std::string text) {
    for (char& c : text)
        if (c < 0x20 || c > 0x7e) c = '?';
    return text;
}

std::string text_lines(const Verdicts& verdicts) {
    std::string out;
    for (const Verdict& v : verdicts.list) {
        const std::string subject = printable(v.subject);
        out += word(v);
        if (v.kind == Verdict::file_rejected) {
            out += " file=" + subject + " : " + printable(v.reason);
        } else if (v.kind == Verdict::verified) {
            out += " claim='" + subject + "'";
            for (const auto& [name, value] : details(v)) out += " " + name + "=" + value;
        } else {
            out += " claim='" + subject + "' at " + printable(v.place) + ": " + printable(v.reason);
        }
        out += "\n";
    }
    return out;
}

std::string json_lines(const Verdicts& verdicts) {
    std::string out;
    for (const Verdict& v : verdicts.list) {
        Fields fields = {{"verdict", word(v)},
                         {v.kind == Verdict::file_rejected ? "file" : "claim", v.subject}};
        const Fields more = v.kind == Verdict::verified
                                ? details(v)
                                : Fields{{"place", v.place}, {"reason", v.reason}};
        fields.insert(fields.end(), more.begin(), more.end());
        std::string line;
        for (const auto& [name, value] : fields)
            line += (line.empty() ? "{" : ",") + quoted(name) + ":" + quoted(value);
        out += line + "}\n";
    }
    return out;
}

std::string junit(const Verdicts& verdicts) {
    const std::size_t declined = verdicts.count(Verdict::declined);
    const std::size_t failures =
        verdicts.list.size() - declined - verdicts.count(Verdict::verified);
    std::string out =
        cat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"mexcheck\"", " tests=\"",
            verdicts.list.size() + (verdicts.error ? 1 : 0), "\" failures=\"", failures,
            "\" errors=\"", verdicts.error ? 1 : 0, "\" skipped=\"", declined, "\">\n");
    for (const Verdict& v : verdicts.list) {
        out += "  <testcase classname=\"mexcheck\" name=\"" + xml(v.subject) + "\"";
        const std::string why =
            xml(v.place.empty() ? v.reason : v.place + ": " + v.reason) + "\"/></testcase>\n";
        if (v.kind == Verdict::verified)
            out += "/>\n";
        else
            out += (v.kind == Verdict::declined ? "><skipped message=\"" : "><failure message=\"") +
                   why;
    }
    if (verdicts.error)
        out +=
            "  <testcase classname=\"mexcheck\" name=\"usage, input, output\"><error message=\"" +
            xml(verdicts.err) + "\"/></testcase>\n";
    return out + "</testsuite>\n";
}

}  // namespace mexcheck
