# The build for the browser, by emscripten (scripts/app). Our header-only dependencies lie beside the headers of the system's own
# C library, which must not be seen here: each is reached through a link of its own.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(library eigen3 Spectra nlohmann fast_float CLI)
  find_path(folder_of_${library} ${library} PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK ${folder_of_${library}}/${library} ${headers}/${library} SYMBOLIC)
endforeach()
foreach(library Eigen3::Eigen nlohmann_json::nlohmann_json FastFloat::fast_float)
  add_library(${library} INTERFACE IMPORTED)
  target_include_directories(${library} INTERFACE ${headers} ${headers}/eigen3)
endforeach()

# Eigen includes it, and uses nothing of it.
if(NOT EXISTS ${headers}/mmintrin.h)
  file(WRITE ${headers}/mmintrin.h "")
endif()
# Our sizes are 64 bits wide, those of the memory 32.
target_compile_options(scpp_build_flags INTERFACE -Wno-shorten-64-to-32 -Wno-c++11-narrowing)

# -msse2: Eigen adds up two numbers at a time as it does on a PC, by 128-bit instructions of WebAssembly, and so gives the same bits.
# -fgnuc-version: Eigen writes x86 assembly for gcc below "63" (here 5 * 10 + 13) and from 6 on.
add_compile_options(-fwasm-exceptions -msimd128 -msse2 -DEIGEN_DEFAULT_DENSE_INDEX_TYPE=long\ long -fgnuc-version=5.13
  "SHELL:-include ${PROJECT_SOURCE_DIR}/web/app/wasm/missing_std.hpp" -I${headers})
add_link_options(-fwasm-exceptions -msimd128)
