# Rscript run_tests.R SOURCE: the tests of the installed package, then every block of ```r in the documents.
source_folder <- commandArgs(TRUE)[1]
library(testthat)
library(scpp)

found <- as.data.frame(test_dir(file.path(source_folder, "r", "tests", "testthat"), package = "scpp",
                                load_package = "installed", reporter = "summary", stop_on_failure = FALSE))
cat(sum(found$nb), "expectations,", sum(found$failed), "failed,", sum(found$error), "errors,", sum(found$skipped), "skipped\n")
if (sum(found$failed) + sum(found$error) > 0) quit(status = 1)

run_blocks <- function(file) {
  lines <- readLines(file)
  begin <- grep("^```r$", lines)
  end <- vapply(begin, function(at) at + which(lines[-seq_len(at)] == "```")[1], 1)
  code <- unlist(Map(function(from, to) lines[from:to], begin + 1, end - 1))
  folder <- tempfile()
  dir.create(folder)
  old <- setwd(folder)
  on.exit(setwd(old))
  eval(parse(text = code), new.env())
  cat(file, ":", length(begin), "blocks run\n")
}

pdf(NULL)
for (file in c("README.md", "docs/r.md", "r/README.md")) run_blocks(file.path(source_folder, file))
