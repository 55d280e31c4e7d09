// The checker under attack: a model's statement file is read, certificates for it are sealed and
// checked.
#pragma once

#include <memory>

#include "check.h"
#include "records.h"

namespace attack {

struct Verdict {
    enum Kind { verified, rejected, declined, unreadable } kind = unreadable;
    std::string reason;
    std::string place;
    std::string point;  // of a `least not`
};

class Subject {
  public:
    explicit Subject(const Model& model);

    bool readable() const { return checker_ != nullptr; }
    const std::string& statement() const { return statement_; }
    std::string digest() const;
    // The sealed certificate for these claims of the statement.
    std::string certificate(std::vector<std::string> claims, const std::string& digest,
                            const std::vector<Record>& records) const;
    Verdict check(const std::string& certificate, const std::string& asked, bool kernels);

  private:
    std::string statement_;
    mexcheck::Spec spec_;
    std::unique_ptr<mexcheck::Checker> checker_;
};

}  // namespace attack
