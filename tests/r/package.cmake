# cmake -DSOURCE= -DRSCRIPT= -DWORK= [-DLIBRARIES=] [-DPAGE=] [-DCLI=] [-DCCACHE=] [-DCHECK=ON] -P package.cmake
# Makes the source package, installs it into WORK/library and tests it there. With LIBRARIES the core is taken from there.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

get_filename_component(bin ${RSCRIPT} DIRECTORY)
file(REMOVE_RECURSE ${WORK}/library)
file(MAKE_DIRECTORY ${WORK}/library)
# The bindings hand things over: they are compiled quickly, not well. A core that is compiled here is compiled as it ships.
set(makevars "CXX20 = ${CCACHE} g++\n")
if(LIBRARIES)
  string(APPEND makevars "CXX20FLAGS = -O1\n")
endif()
file(WRITE ${WORK}/Makevars "${makevars}")
set(ENV{R_MAKEVARS_USER} ${WORK}/Makevars)
set(ENV{CCACHE_NOHASHDIR} 1)  # R compiles in a folder of another name each time
set(ENV{SCPP_LIBRARIES} "${LIBRARIES}")
set(ENV{SCPP_PAGE} ${PAGE})
set(vignettes --no-vignettes)
if(CHECK)
  set(vignettes "")
endif()
run(${SOURCE}/scripts/r-package ${WORK} ${vignettes})
file(GLOB package ${WORK}/scpp_*.tar.gz)
run(${bin}/R CMD INSTALL --no-test-load --library=${WORK}/library ${package})

set(ENV{R_LIBS} ${WORK}/library)
set(ENV{SCPP_CLI} "${CLI}")
set(ENV{NOT_CRAN} true)
run(${RSCRIPT} ${SOURCE}/tests/r/run_tests.R ${SOURCE})
if(CHECK)
  set(ENV{_R_CHECK_CRAN_INCOMING_} false)  # there may be no network
  execute_process(COMMAND ${bin}/R CMD check --as-cran --no-manual ${package} WORKING_DIRECTORY ${WORK} COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${WORK}/scpp.Rcheck/00check.log status REGEX "^Status:")
  if(status MATCHES "ERROR|WARNING")
    message(FATAL_ERROR "${status}")
  endif()
endif()
