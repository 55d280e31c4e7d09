#include "claims/binding.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "language/near_names.hpp"

namespace mexcert {
namespace {

class Binder {
  public:
    Binder(Engine& engine, const StatementForm& form, const Claim& claim)
        : engine_(engine), form_(form), claim_(claim) {
        binding_.ranges.resize(form.leading.size());
    }

    Result<Binding> run() {
        bind_fixed();
        bind_domains();
        bind_ranges();
        if (claim_.kind == ClaimKind::kNot || claim_.kind == ClaimKind::kLeastNot) {
            bind_point();
        } else {
            require_parameters();
        }
        return error_ ? Result<Binding>(*error_) : Result<Binding>(binding_);
    }

  private:
    void fail(const std::string& message) {
        if (!error_) {
            error_ = invalid(fmt::format("claim `{}`", claim_text(claim_)), message);
        }
    }

    LeadingRange& range(int index) { return binding_.ranges[static_cast<std::size_t>(index)]; }
    [[nodiscard]] const LeadingVariable& variable(int index) const {
        return form_.leading[static_cast<std::size_t>(index)];
    }

    // The leading variable of that name, not bound before; -1 after an error.
    int fresh(const std::string& name) {
        const int index = form_.leading_named(name);
        if (index < 0) {
            std::vector<std::string> names;
            for (const LeadingVariable& known : form_.leading) {
                names.push_back(known.name);
            }
            fail(fmt::format("`{}` is no leading variable of `{}` (it has: {}){}", name,
                             claim_.name,
                             names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", ")),
                             did_you_mean(name, names)));
        } else if (std::find(named_.begin(), named_.end(), index) != named_.end()) {
            fail(fmt::format("`{}` is named twice", name));
            return -1;
        } else {
            named_.push_back(index);
        }
        return index;
    }

    void bind(int index, std::int64_t low, std::int64_t high) {
        const auto& domain = variable(index).domain;
        if (domain && (low < domain->first || high > domain->second)) {
            fail(fmt::format("{}..{} is not inside the domain {}..{} of `{}`", low, high,
                             domain->first, domain->second, variable(index).name));
        }
        range(index) = {true, low, high, -1};
    }

    void bind_fixed() {
        int last = -1;
        for (const auto& [name, value] : claim_.fixed) {
            const int index = fresh(name);
            if (error_) {
                return;
            }
            if (!variable(index).is_parameter || index < last) {
                fail(fmt::format("`{}`: parameters are fixed in order of declaration", name));
            }
            last = index;
            bind(index, value, value);
        }
    }

    void bind_domains() {
        for (std::size_t i = 0; i < form_.leading.size(); ++i) {
            const LeadingVariable& own = form_.leading[i];
            if (own.domain && !binding_.ranges[i].ranged) {
                binding_.ranges[i] = {true, own.domain->first, own.domain->second, -1};
            }
        }
    }

    void bind_ranges() {
        int last = -1;
        for (const ClaimRange& text : claim_.ranges) {
            int previous = -1;
            const bool sum = text.variables.size() > 1;
            for (const std::string& name : text.variables) {
                const int index = fresh(name);
                if (error_) {
                    return;
                }
                if (index < previous || (previous < 0 && index < last)) {
                    fail(fmt::format("`{}`: ranges come in the order of the leading variables",
                                     name));
                }
                last = previous < 0 ? index : last;
                previous = index;
                bind(index, text.low, text.high);
                range(index).group = sum ? static_cast<int>(binding_.group_limits.size()) : -1;
            }
            if (sum) {
                binding_.group_limits.push_back(text.high);
            }
        }
    }

    void bind_point() {
        const std::vector<int> wanted = point_variables(engine_, form_, claim_.fixed);
        const bool has_point = claim_.kind == ClaimKind::kNot;
        std::string names;
        for (const int index : wanted) {
            names.append(names.empty() ? "" : ",").append(variable(index).name);
        }
        if (has_point && wanted.size() != claim_.point.size()) {
            fail(fmt::format("the point must name exactly: {}", names.empty() ? "-" : names));
            return;
        }
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (has_point && claim_.point[i].first != variable(wanted[i]).name) {
                fail(fmt::format("the point must name, in this order: {}", names));
                return;
            }
            const auto& domain = variable(wanted[i]).domain;
            const std::int64_t value =
                has_point ? claim_.point[i].second : (domain ? domain->first : 0);
            bind(wanted[i], value, value);
        }
    }

    void require_parameters() {
        for (std::size_t i = 0; i < form_.leading.size(); ++i) {
            if (form_.leading[i].is_parameter && !binding_.ranges[i].ranged && !error_) {
                const std::string message =
                    fmt::format("needs a range for {0}, or a value: {1}({0}=..)",
                                form_.leading[i].name, claim_.name);
                fail(message);
                error_->outcome =
                    claim_.kind == ClaimKind::kAll ? Outcome::kDeclined : Outcome::kInvalid;
            }
        }
    }

    Engine& engine_;
    const StatementForm& form_;
    const Claim& claim_;
    Binding binding_;
    std::vector<int> named_;
    std::optional<Error> error_;
};

}  // namespace

std::vector<int> point_variables(Engine& engine, const StatementForm& form,
                                 const NamedValues& fixed) {
    std::vector<int> result;
    for (std::size_t i = 0; i < form.leading.size(); ++i) {
        const bool is_fixed = std::any_of(fixed.begin(), fixed.end(), [&](const auto& entry) {
            return entry.first == form.leading[i].name;
        });
        if (form.leading[i].is_parameter && !is_fixed) {
            result.push_back(static_cast<int>(i));
        }
    }
    const std::vector<int> ranged = variables_needing_range(engine, form);
    result.insert(result.end(), ranged.begin(), ranged.end());
    return result;
}

Result<Binding> bind_claim(Engine& engine, const StatementForm& form, const Claim& claim) {
    return Binder(engine, form, claim).run();
}

std::vector<int> unbounded_variables(Engine& engine, const StatementForm& form,
                                     const NamedValues& fixed) {
    std::vector<int> result = point_variables(engine, form, fixed);
    std::erase_if(result, [&](int leading) {
        return form.leading[static_cast<std::size_t>(leading)].domain.has_value();
    });
    return result;
}

Claim claim_up_to(Engine& engine, const StatementForm& form, const Claim& target,
                  std::int64_t most) {
    Claim claim;
    claim.name = target.name;
    claim.fixed = target.fixed;
    for (const int leading : unbounded_variables(engine, form, target.fixed)) {
        claim.kind = ClaimKind::kRange;
        const std::string& name = form.leading[static_cast<std::size_t>(leading)].name;
        claim.ranges.push_back({{name}, 0, most, false});
    }
    return claim;
}

}  // namespace mexcert
