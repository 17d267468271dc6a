# cmake -DPYTHON= -DSOURCE= -DENVIRONMENT= [-DCORE=] -P install.cmake
# Makes a wheel of the Python package, offline, and installs it into a virtual environment that sees the system's
# packages. With CORE the extension module is taken from there; otherwise scripts/wheel makes the source package, and the
# wheel from that. Nothing is written into the source tree.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(work ${ENVIRONMENT}.work)
file(MAKE_DIRECTORY ${work}/egg)
file(WRITE ${work}/setup.cfg "[build]\nbuild_base = ${work}/build\n[egg_info]\negg_base = ${work}/egg\n")
set(ENV{DIST_EXTRA_CONFIG} ${work}/setup.cfg)
set(ENV{SCPP_CORE} "${CORE}")
set(ENV{PIP_DISABLE_PIP_VERSION_CHECK} 1)

if(NOT EXISTS ${ENVIRONMENT}/bin/pip)
  run(${PYTHON} -m venv --system-site-packages ${ENVIRONMENT})
endif()
file(REMOVE_RECURSE ${work}/wheel)
if(CORE)
  run(${ENVIRONMENT}/bin/pip wheel --quiet --no-index --no-build-isolation --no-deps --wheel-dir ${work}/wheel ${SOURCE})
else()
  set(ENV{PYTHON} ${PYTHON})
  run(${SOURCE}/../scripts/wheel ${work}/wheel)
endif()
file(GLOB wheel ${work}/wheel/*.whl)
run(${ENVIRONMENT}/bin/pip install --quiet --no-index --no-deps --force-reinstall ${wheel})
