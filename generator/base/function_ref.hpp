// A reference to a callable that outlives the call it is passed to. Cost: two words, no allocation.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace mexcert {

template <class Signature>
class FunctionRef;

template <class R, class... Arguments>
class FunctionRef<R(Arguments...)> {
  public:
    template <class F, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, FunctionRef>>>
    FunctionRef(F&& callable)
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
          call_([](void* object, Arguments... arguments) -> R {
              return (*static_cast<std::remove_reference_t<F>*>(object))(
                  std::forward<Arguments>(arguments)...);
          }) {}

    R operator()(Arguments... arguments) const {
        return call_(object_, std::forward<Arguments>(arguments)...);
    }

  private:
    void* object_;
    R (*call_)(void*, Arguments...);
};

}  // namespace mexcert
