// The command app: the program as a page. Whoever builds by scripts/app has that page inside the program.
#include <string_view>

#include "command_line.hpp"
#include "output.hpp"
#include "session.hpp"

#if defined(SCPP_APP_PAGE)
// As bytes of a file: a compiler takes minutes for an array of so many numbers.
asm(".section .rodata\n"
    ".global scpp_app_page\n"
    "scpp_app_page: .incbin \"" SCPP_APP_PAGE
    "\"\n"
    ".global scpp_app_page_end\n"
    "scpp_app_page_end: .byte 0\n"
    ".previous\n");
extern "C" const char scpp_app_page[], scpp_app_page_end[];
#endif

namespace scpp::cli {
namespace {

/// Empty without one.
std::string_view app_page() {
#if defined(SCPP_APP_PAGE)
  return {scpp_app_page, scpp_app_page_end};
#else
  return {};
#endif
}

int run_app(const Arguments& arguments, Session& session) {
  if (app_page().empty())
    throw UsageError(
        "scpp was built without the page for the browser; scripts/app in a checkout builds scpp with the "
        "page");
  const std::string path = arguments.value_or("output", "scpp.html");
  Outputs outputs(session, arguments, {});
  outputs.plan("--output", path);
  outputs.put("--output", std::string(app_page()));
  outputs.commit();
  if (path != "-") session.say(outputs.sentence() + ": open it in a browser, it needs nothing else");
  return 0;
}

}  // namespace

Command app_command() {
  Flag output{"output", "OUT.html", "file for the page; - is standard output", "Main options", 'o'};
  output.default_value = "scpp.html";
  return {"app",
          "Write scpp itself as a page for the browser",
          {},
          joined({{output}, common_flags()}),
          {{"scpp app -o app.html", "a single file that works offline: open it and drop a table into it"}},
          run_app};
}

}  // namespace scpp::cli
