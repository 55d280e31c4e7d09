// The entry point of every Catch2 program, and the whole of that library: compiled once for all of them.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
