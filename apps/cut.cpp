#include "commands.hpp"
#include "model_argument.hpp"
#include "options.hpp"
#include "outputs.hpp"
#include "terminal.hpp"

namespace scpp::cli {
namespace {

int run_cut(const Arguments& arguments, Session& session) {
  const auto clusters = clusters_from(arguments);
  const auto path = arguments.value("model");
  if (!clusters) throw UsageError("cut needs -k, the number of clusters to keep");
  if (!path) throw UsageError("cut needs --model, the file to write");
  Outputs outputs(session, {arguments.operand(0)});
  outputs.plan("--model", *path);
  const Model model = load_cut(arguments.operand(0), clusters);
  outputs.put("--model", to_bytes(model));
  outputs.commit();
  if (*path != "-")
    session.say(outputs.sentence() + ": " + counted(static_cast<double>(model.tree.clusters()), "cluster"));
  return 0;
}

}  // namespace

Command cut_command() {
  return {"cut",
          "Undo the last splits of a model",
          {model_operand()},
          joined({{clusters_flag("how many clusters to keep"),
                   {"model", "OUT.scpp", "where the smaller model goes", "Main options"}},
                  common_flags()}),
          {{"scpp cut model.scpp -k 3 --model smaller.scpp", "keep three clusters"}},
          run_cut};
}

}  // namespace scpp::cli
