# What every target of ours shares: floating point means what the source says (no contraction to fused multiply-add), so that
# the same input gives the same bits on every CPU. Presets make warnings errors (CMAKE_COMPILE_WARNING_AS_ERROR).
add_library(scpp_build_flags INTERFACE)
target_compile_options(scpp_build_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wshadow -ffp-contract=off
  # g++ 12 sees overlapping or endless copies in "literal" + std::string where there are none (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow>
  # g++ looks for memory to give back whenever it holds 128 MB, as much as a precompiled header: a tenth of its time.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>)
target_compile_features(scpp_build_flags INTERFACE cxx_std_20)
target_include_directories(scpp_build_flags INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/generated)

# scpp_library(NAME file...): an installed library, scpp::NAME. It sees the rooms of src/, its users only include/scpp.
function(scpp_library target name)
  add_library(${target} STATIC ${ARGN})
  add_library(scpp::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:scpp_build_flags> $<BUILD_INTERFACE:Eigen3::Eigen>
                                          $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>
           $<INSTALL_INTERFACE:include>
    PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Eigen's own threads would cut products elsewhere, and give other bits for other numbers of threads.
  target_compile_definitions(${target} PRIVATE EIGEN_DONT_PARALLELIZE)
endfunction()

# scpp_small(file...): what reads or writes a little once in a run is compiled quickly, not well: it takes longer to compile
# than it will ever run. Other flags than those of its target mean that the target's precompiled header does not fit.
function(scpp_small)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS -O1 SKIP_PRECOMPILE_HEADERS ON)
endfunction()

# scpp_kernels(TARGET file...): compiles kernel files three times, with namespace scpp::SCPP_ISA naming the
# instruction set. A machine without the later ones runs the baseline (src/base/isa.hpp picks).
function(scpp_kernels target)
  set(sets isa_baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND sets isa_avx2 isa_avx512)
  endif()
  set(flags_isa_baseline "")
  set(flags_isa_avx2 -mavx2 -mfma)
  set(flags_isa_avx512 -mavx512f -mavx512dq -mprefer-vector-width=512)
  foreach(set IN LISTS sets)
    add_library(${target}_${set} OBJECT ${ARGN})
    target_link_libraries(${target}_${set} PRIVATE scpp_build_flags)
    target_include_directories(${target}_${set} PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/research)
    target_compile_definitions(${target}_${set} PRIVATE SCPP_ISA=${set})
    target_compile_options(${target}_${set} PRIVATE -O3 -Wno-psabi ${flags_${set}})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:${target}_${set}>)
  endforeach()
endfunction()
