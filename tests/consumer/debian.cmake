# cmake -DBUILD= -DOUT= -P debian.cmake: the Debian package is made, lintian finds nothing, and it holds what it should.
execute_process(COMMAND cpack --config ${BUILD}/CPackConfig.cmake -B ${OUT} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(GLOB package ${OUT}/scpp_*.deb)
execute_process(COMMAND lintian --allow-root --fail-on error,warning ${package} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND dpkg-deb --contents ${package} OUTPUT_VARIABLE contents COMMAND_ERROR_IS_FATAL ANY)
foreach(file bin/scpp include/scpp/scpp.hpp include/scpp/version.hpp lib/libscpp.a lib/cmake/scpp/scppConfig.cmake
        share/man/man1/scpp.1.gz share/doc/scpp/copyright share/bash-completion/completions/scpp share/zsh/site-functions/_scpp
        share/fish/vendor_completions.d/scpp.fish)
  if(NOT contents MATCHES " \\./usr/${file}\n")
    message(FATAL_ERROR "${package} lacks /usr/${file}")
  endif()
endforeach()
