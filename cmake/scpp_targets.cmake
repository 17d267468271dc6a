# What every target of ours shares: warnings are errors, and floating point means what the source says
# (no contraction to fused multiply-add), so that the same input gives the same bits on every CPU.
add_library(scpp_build_flags INTERFACE)
target_compile_options(scpp_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Werror -ffp-contract=off
  # Where a folder is compiled as one file, a file's local names hide those of others, which harms nobody.
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>)
target_compile_features(scpp_build_flags INTERFACE cxx_std_20)
target_include_directories(scpp_build_flags INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src ${PROJECT_BINARY_DIR}/generated)

# scpp_folder(NAME [LINKS target...] [SOURCES file...]): one object library for a folder of src/,
# gathered into the single installed library `scpp`.
function(scpp_folder name)
  cmake_parse_arguments(FOLDER "" "" "LINKS;SOURCES" ${ARGN})
  add_library(scpp_${name} OBJECT ${FOLDER_SOURCES})
  target_link_libraries(scpp_${name} PRIVATE scpp_build_flags ${FOLDER_LINKS})
  target_sources(scpp PRIVATE $<TARGET_OBJECTS:scpp_${name}>)
endfunction()

# scpp_kernels(FOLDER file...): compiles kernel files three times, with namespace scpp::SCPP_ISA naming the
# instruction set. A machine without the later ones runs the baseline (src/base/isa.hpp picks).
function(scpp_kernels folder)
  set(sets isa_baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND sets isa_avx2 isa_avx512)
  endif()
  set(flags_isa_baseline "")
  set(flags_isa_avx2 -mavx2 -mfma)
  set(flags_isa_avx512 -mavx512f -mavx512dq -mprefer-vector-width=512)
  foreach(set IN LISTS sets)
    add_library(scpp_${folder}_${set} OBJECT ${ARGN})
    target_link_libraries(scpp_${folder}_${set} PRIVATE scpp_build_flags)
    target_compile_definitions(scpp_${folder}_${set} PRIVATE SCPP_ISA=${set})
    target_compile_options(scpp_${folder}_${set} PRIVATE -O3 -Wno-psabi ${flags_${set}})
    target_sources(scpp PRIVATE $<TARGET_OBJECTS:scpp_${folder}_${set}>)
  endforeach()
endfunction()
