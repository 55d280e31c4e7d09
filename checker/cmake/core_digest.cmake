# Writes OUTPUT, a header with the SHA-256 of the concatenated SOURCES.
set(all "")
foreach(source IN LISTS SOURCES)
  file(READ "${source}" text)
  string(APPEND all "${text}")
endforeach()
string(SHA256 digest "${all}")
file(WRITE "${OUTPUT}" "#pragma once\n#define MEXCHECK_CORE_DIGEST \"${digest}\"\n")
