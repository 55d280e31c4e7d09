#include "failing_new.h"

#include <cstdlib>
#include <new>

namespace {

bool armed = false;
bool stays = false;
bool failed = false;
std::size_t left = 0;

void* allocate(std::size_t size) {
    if (armed && (left == 0 || --left == 0)) {
        if (!failed || stays) {
            failed = true;
            throw std::bad_alloc();
        }
    }
    if (void* p = std::malloc(size == 0 ? 1 : size)) return p;
    throw std::bad_alloc();
}

}  // namespace

namespace memory {

void arm(std::size_t n, bool lasting) {
    left = n;
    stays = lasting;
    failed = false;
    armed = true;
}

bool disarm() {
    armed = false;
    return failed;
}

}  // namespace memory

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
