// Errors as values. A failing operation hands back an Error with its place and both values in the
// message; nothing below `main` prints or exits. Cost: one variant.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace mexcert {

// What an error means for the exit code of the program.
enum class Outcome {
    kClaimFalse = 1,  // the claim was evaluated and is false
    kDeclined = 2,    // this program cannot decide it
    kInvalid = 3,     // usage, spec text, claim text, input/output, internal
};

// What was found where a claim was evaluated, if that is the error.
enum class Cause {
    kOther,
    kFalse,       // an instance at which the statement is false
    kNoInstance,  // no instance satisfies the hypotheses
    kUndefined,   // something undefined is read
};

struct Error {
    Outcome outcome = Outcome::kInvalid;
    std::string place;  // `file:line:column`, a claim, or empty
    std::string message;
    Cause cause = Cause::kOther;

    [[nodiscard]] std::string text() const {
        return place.empty() ? message : place + ": " + message;
    }
    // 1 says that something is shown to be false; without an instance, or where something is
    // undefined, nothing is shown.
    [[nodiscard]] int exit_code() const {
        const bool nothing_shown = cause == Cause::kNoInstance || cause == Cause::kUndefined;
        return static_cast<int>(
            outcome == Outcome::kClaimFalse && nothing_shown ? Outcome::kDeclined : outcome);
    }
};

inline Error invalid(std::string place, std::string message) {
    return {Outcome::kInvalid, std::move(place), std::move(message)};
}

inline Error declined(std::string place, std::string message) {
    return {Outcome::kDeclined, std::move(place), std::move(message)};
}

// Either a value or an Error. `value()` may be called only if `ok()`.
template <class T>
class Result {
  public:
    Result(T value) : content_(std::move(value)) {}
    Result(Error error) : content_(std::move(error)) {}

    [[nodiscard]] bool ok() const { return content_.index() == 0; }
    [[nodiscard]] const T& value() const { return *std::get_if<0>(&content_); }
    [[nodiscard]] T& value() { return *std::get_if<0>(&content_); }
    [[nodiscard]] const Error& error() const { return *std::get_if<1>(&content_); }

  private:
    std::variant<T, Error> content_;
};

}  // namespace mexcert
