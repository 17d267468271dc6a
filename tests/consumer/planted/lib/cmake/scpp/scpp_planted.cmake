set_target_properties(scpp::io PROPERTIES INTERFACE_LINK_LIBRARIES "/usr/lib/x86_64-linux-gnu/libzstd.so")
