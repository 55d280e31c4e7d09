#include "records.h"

namespace attack {
namespace {

std::string table_text(const Record& r) {
    std::string text = "table " + r.def;
    std::size_t next = 0;
    for (const Int c : r.fixed)
        text += " " + (c >= 0 ? std::to_string(c) : "0.." + std::to_string(r.tops[next++]));
    const bool steps = r.tops.size() == 1;
    const auto row = static_cast<std::size_t>(r.tops.back()) + 1;
    for (std::size_t i = 0; i < r.values.size(); ++i) {
        const std::size_t column = i % row;
        text += column % 64 == 0 ? "\n" : " ";
        text += std::to_string(steps && i > 0 ? r.values[i] - r.values[i - 1] : r.values[i]);
    }
    return text + "\n";
}

// All tuples 0..tops, the last place fastest; false at the end.
bool next_cell(Word& cell, const Word& tops) {
    for (std::size_t i = cell.size(); i-- > 0;) {
        if (++cell[i] <= tops[i]) return true;
        cell[i] = 0;
    }
    return false;
}

// False where a value is undefined.
bool fill(Record& r, Evaluator& evaluator, std::size_t item) {
    Word cell(r.tops.size());
    do {
        Word args = r.fixed;
        std::size_t next = 0;
        for (Int& a : args)
            if (a < 0) a = cell[next++];
        const auto value = evaluator.value(item, args);
        if (!value) return false;
        r.values.push_back(*value);
    } while (next_cell(cell, r.tops));
    return true;
}

// Reads each recursive def once: a checker may read what the evaluator passes over.
void read_all(const Model& model, Evaluator& evaluator) {
    for (std::size_t i = 0; i < model.items.size(); ++i) {
        const Item& item = model.items[i];
        if (!item.measure) continue;
        Word args, tops;
        for (const Parameter& p : item.parameters) {
            args.push_back(p.limited() ? p.low : 0);
            tops.push_back(p.limited() ? p.high : 0);
        }
        do (void)evaluator.value(i, args);
        while (next_cell(args, tops));
    }
}

std::vector<Record> tables_of(const Model& model, Evaluator& evaluator, Int slack) {
    if (slack > 0) read_all(model, evaluator);
    // Filling a table may read others.
    for (Instances seen; seen != evaluator.instances();) {
        seen = evaluator.instances();
        for (const auto& [instance, tops] : seen) {
            Record r{Record::table, "", {}, "", instance.second, tops, {}, {}};
            fill(r, evaluator, instance.first);
        }
    }
    std::vector<Record> tables;
    const Instances read = evaluator.instances();
    for (const auto& [instance, tops] : read) {
        Record r{Record::table,   "",   {}, model.items[instance.first].name,
                 instance.second, tops, {}, {}};
        for (Int& top : r.tops) top += slack;
        if (fill(r, evaluator, instance.first)) tables.push_back(std::move(r));
    }
    return tables;
}

}  // namespace

std::string text(const Record& record) {
    if (record.kind == Record::table) return table_text(record);
    std::string text = record.head + "\n";
    if (record.kind == Record::automaton) return text + attack::text(record.states);
    for (const std::string& line : record.body) text += line + "\n";
    return text;
}

Record automaton_record(const std::string& head, Automaton states) {
    return {Record::automaton, head, {}, "", {}, {}, {}, std::move(states)};
}

Record over(const std::string& numeration) {
    return {Record::lines, "over " + numeration, {}, "", {}, {}, {}, {}};
}

std::vector<Record> records_of(const Model& model, Int slack) {
    Evaluator evaluator(model, false);
    (void)evaluator.claim();
    std::vector<Record> records = tables_of(model, evaluator, slack);
    if (model.claim.kind == Claim::least) {
        const auto point = evaluator.least_point();
        const std::string at = point ? point_text(model, *point) : "-";
        records.push_back({Record::lines, "point 1 " + at, {}, "", {}, {}, {}, {}});
    }
    if (model.body->op == Op::exists && model.body->bound == Bound::free) {
        Record r{Record::lines, "witness 1", {}, "", {}, {}, {}, {}};
        for (const Int w : evaluator.witnesses())
            r.body.push_back(std::to_string(std::max<Int>(w, 0)));
        records.push_back(std::move(r));
    }
    return records;
}

}  // namespace attack
