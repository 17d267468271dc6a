// Bad text files and the sentence each gets.
#include "io_support.hpp"

namespace scpp {
namespace {

struct BadInput {
  std::string name;
  std::string content;
  std::string sentence;
  ReadOptions options = {};
};

ReadOptions with_text(std::vector<std::string> columns) {
  ReadOptions options;
  options.text_columns = std::move(columns);
  return options;
}

ReadOptions with_separator(char separator) {
  ReadOptions options;
  options.separator = separator;
  return options;
}

ReadOptions with_format(Format format) {
  ReadOptions options;
  options.format = format;
  return options;
}

const std::string long_word(60, 'x');

std::vector<BadInput> bad_csv() {
  return {
      {"t.csv", "", "t.csv is empty: it holds no rows"},
      {"t.csv", "\n\n  \n", "t.csv is empty: it holds no rows"},
      {"t.csv", "# only a comment\n", "t.csv is empty: it holds no rows"},
      {"t.csv", "\xef\xbb\xbf", "t.csv is empty: it holds no rows"},
      {"t.csv", "1,2\n3\n", "t.csv, line 2 (data row 2): expected 2 cells, found 1"},
      {"t.csv", "1,2\n3,4,5\n", "t.csv, line 2 (data row 2): expected 2 cells, found 3"},
      {"t.csv", "1,2\n3,4,5,6,7\n", "t.csv, line 2 (data row 2): expected 2 cells, found 5"},
      {"t.csv", "1,2\n3,4,,\n", "t.csv, line 2 (data row 2): expected 2 cells, found 4"},
      {"t.csv", "a,b\n\n# note\n1,2\n3\n", "t.csv, line 5 (data row 2): expected 2 cells, found 1"},
      {"t.csv", "a,b\n1,2\n3,x\n", "t.csv, line 3 (data row 2), column 2 'b': 'x' is not a number"},
      {"t.csv", "1,2\n3,x\n", "t.csv, line 2 (data row 2), column 2: 'x' is not a number"},
      {"t.csv", "a,b\n1,setosa\n", "t.csv, line 2 (data row 1), column 2 'b': 'setosa' is not a number"},
      {"t.csv", "a,b\r\n1,2\r\n3,4x\r\n", "t.csv, line 3 (data row 2), column 2 'b': '4x' is not a number"},
      {"t.csv", "1,2\n3,0x10\n", "t.csv, line 2 (data row 2), column 2: '0x10' is not a number"},
      {"t.csv", "1,2\n3,1e\n", "t.csv, line 2 (data row 2), column 2: '1e' is not a number"},
      {"t.csv", "1,2\n3,--1\n", "t.csv, line 2 (data row 2), column 2: '--1' is not a number"},
      {"t.csv", "1,2\n3,+-1\n", "t.csv, line 2 (data row 2), column 2: '+-1' is not a number"},
      {"t.csv", "1,2\n3,1 000\n", "t.csv, line 2 (data row 2), column 2: '1 000' is not a number"},
      {"t.csv", "1;2\n3;4,5,6\n", "t.csv, line 2 (data row 2), column 2: '4,5,6' is not a number"},
      {"t.csv", "1,2\n3,1e999\n", "t.csv, line 2 (data row 2), column 2: '1e999' is too large for a number"},
      {"t.csv", "1,2\n-1e999,3\n",
       "t.csv, line 2 (data row 2), column 1: '-1e999' is too large for a number"},
      {"t.csv", "1,2\n3," + long_word + "\n",
       "t.csv, line 2 (data row 2), column 2: '" + long_word.substr(0, 40) + "...' is not a number"},
      {"t.csv", "1,2\n3,a\x01\x1b[31m\n", "t.csv, line 2 (data row 2), column 2: 'a??[31m' is not a number"},
      {"t.csv", "1,2\n3,\"4\n",
       "t.csv, line 2 (data row 2), column 2: the quote that opens here is never closed"},
      {"t.csv", "\"a,b\n1,2\n", "t.csv, first row: the quote that opens here is never closed"},
      {"t.csv", "1,2\n3,\"4\"5\n",
       "t.csv, line 2 (data row 2), column 2: the closing quote is followed by more text"},
      {"t.csv", "a,b\n\"two\nlines\",2\n3,x\n",
       "t.csv, line 4 (data row 2), column 2 'b': 'x' is not a number", with_text({"a"})},
      {"t.csv", "1,2\r3,4\r",
       "t.csv ends its lines with carriage returns alone; save it with ordinary line ends"},
      {"t.csv",
       std::string("\xff\xfe"
                   "1\0,\0"
                   "2\0",
                   8),
       "t.csv is UTF-16 text; save it as UTF-8"},
      {"t.csv", std::string("PK\x03\x04\0\0\0\0", 8),
       "t.csv is a zip archive, which scpp does not read; unpack it: unzip t.csv"},
      {"t.csv", "width,length\n1,2\n", "t.csv has no column 'lenght'; did you mean 'length'?",
       with_text({"lenght"})},
      {"t.csv", "width,length\n1,2\n", "t.csv has no column 'species'", with_text({"species"})},
      {"t.csv", "width,length\n1,2\n", "t.csv has no column 3: its columns are 1 to 2", with_text({"3"})},
      {"t.csv", "width,length\n1,2\n", "t.csv has no column 0: its columns are 1 to 2", with_text({"0"})},
      {"t.csv", "1,2\n3,4\n", "t.csv has no column 'a': its columns have no names, only the numbers 1 to 2",
       with_text({"a"})},
      {"t.csv", "a,a\n1,2\n", "t.csv has two columns named 'a'; give the number of the one you mean",
       with_text({"a"})},
      {"t.csv", "1,2\n", "a quote or a line end cannot be the separator", with_separator('"')},
      {"t.tsv", "1\t2\n3\n", "t.tsv, line 2 (data row 2): expected 2 cells, found 1"},
      {"t.txt", "1  2\n3 4 5\n", "t.txt, line 2 (data row 2): expected 2 cells, found 3"},
      {"t.txt", "1  2\n3 \"4\"\"\n",
       "t.txt, line 2 (data row 2), column 2: the quote that opens here is never closed"},
      {"t.csv", "1,2\n", "t.csv is not a readable NPY file: it does not begin with the NPY mark",
       with_format(Format::npy)},
  };
}

std::vector<BadInput> bad_svmlight() {
  return {
      {"t.svm", "", "t.svm is empty: it holds no rows"},
      {"t.svm", "1:2 2:3\n", "t.svm, line 1 (data row 1): the line begins with '1:2' instead of a label"},
      {"t.svm", "1 1:2\n-1 0:3\n",
       "t.svm, line 2 (data row 2): index 0 stands after 0; indices start at 1 and rise"},
      {"t.svm", "1 2:2 1:3\n",
       "t.svm, line 1 (data row 1): index 1 stands after 2; indices start at 1 and rise"},
      {"t.svm", "1 2:2 2:3\n",
       "t.svm, line 1 (data row 1): index 2 stands after 2; indices start at 1 and rise"},
      {"t.svm", "1 5\n", "t.svm, line 1 (data row 1): '5' is not index:value"},
      {"t.svm", "1 -1:5\n", "t.svm, line 1 (data row 1): '-1:5' is not index:value"},
      {"t.svm", "1 x:5\n", "t.svm, line 1 (data row 1): 'x:5' is not index:value"},
      {"t.svm", "1 99999999999999999999:5\n",
       "t.svm, line 1 (data row 1): '99999999999999999999:5' is not index:value"},
      {"t.svm", "1 3:\n", "t.svm, line 1 (data row 1): feature 3: '' is not a number"},
      {"t.svm", "1 3:abc\n", "t.svm, line 1 (data row 1): feature 3: 'abc' is not a number"},
      {"t.svm", "1 3:1e999\n", "t.svm, line 1 (data row 1): feature 3: '1e999' is too large for a number"},
  };
}

std::vector<BadInput> bad_arff() {
  const std::string head = "@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n";
  return {
      {"t.arff", "", "t.arff, line 0: the file ends before @data"},
      {"t.arff", "1,2\n", "t.arff, line 1: '1,2' stands where @attribute or @data is expected"},
      {"t.arff", "@relation r\n@data\n1\n", "t.arff, line 2: no attribute is declared before @data"},
      {"t.arff", "@attribute a\n", "t.arff, line 1: an attribute needs a name and a type"},
      {"t.arff", "@attribute a complex\n", "t.arff, line 1: attribute 'a' has the unknown type 'complex'"},
      {"t.arff", "@attribute 'a numeric\n", "t.arff, line 1: a quote is never closed"},
      {"t.arff", head + "1\n", "t.arff, line 5: expected 2 cells, found 1"},
      {"t.arff", head + "1,2,3\n", "t.arff, line 5: expected 2 cells, found 3"},
      {"t.arff", head + "1,2\n% c\n1,x\n", "t.arff, line 7: column 2 'b': 'x' is not a number"},
      {"t.arff", head + "1,1e999\n", "t.arff, line 5: column 2 'b': '1e999' is too large for a number"},
      {"t.arff", head + "1,'2'3\n", "t.arff, line 5: a closing quote is followed by more text"},
      {"t.arff", head + "{2 1}\n", "t.arff, line 5: '2' is no index from 0 to 1"},
      {"t.arff", head + "{-1 1}\n", "t.arff, line 5: '-1' is no index from 0 to 1"},
      {"t.arff", head + "{0 1\n", "t.arff, line 5: a sparse row does not end with '}'"},
      {"t.arff", head + "{\n", "t.arff, line 5: '' is no index from 0 to 1"},
      {"t.arff", head + "1,2\n", "t.arff has no column 'c'; did you mean 'a'?", with_text({"c"})},
  };
}

void expect_sentences(const std::vector<BadInput>& cases) {
  const TemporaryFolder folder;
  for (const BadInput& bad : cases) {
    const std::string path = folder.write(bad.name, bad.content);
    EXPECT_EQ(message_of(folder, [&] { read_table(path, bad.options); }), bad.sentence)
        << bad.content.substr(0, 100);
  }
}

TEST(BadInput, Csv) { expect_sentences(bad_csv()); }
TEST(BadInput, Svmlight) { expect_sentences(bad_svmlight()); }
TEST(BadInput, Arff) { expect_sentences(bad_arff()); }

TEST(BadInput, FilesThatCannotBeOpened) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of(folder, [&] { read_table(folder.path("absent.csv")); }),
            "cannot read absent.csv: No such file or directory");
  std::filesystem::create_directory(folder.path("folder.csv"));
  EXPECT_EQ(message_of(folder, [&] { read_table(folder.path("folder.csv")); }),
            "cannot read folder.csv: Is a directory");
  EXPECT_EQ(message_of(folder, [] { read_table(""); }), "the name of the file to read is empty");
}

TEST(BadInput, AWideSparseRowIsRefusedBeforeItIsAllocated) {
  const TemporaryFolder folder;
  const std::string path = folder.write("t.svm", "1 1:1\n2 1000000000000000:1\n");
  ReadOptions options;
  options.memory_limit = 1000000000;
  EXPECT_EQ(message_of(folder, [&] { read_table(path, options); }),
            "t.svm needs 16.0 PB of memory, more than the 1.0 GB it may take");
}

TEST(BadInput, NoPrefixOfAGoodFileBreaksTheReaders) {
  const TemporaryFolder folder;
  const std::vector<std::pair<std::string, std::string>> files = {
      {"t.csv", "a,\"b \"\"q\"\"\",c\r\n# note\r\n1,\"2\",NA\r\n-3e5,+.5,\r\n"},
      {"t.txt", " a  b\n\"1\" 2 \n3\t4\n"},
      {"t.arff",
       "@relation r\n@attribute 'a b' numeric\n@attribute c {x,'y z'}\n@data\n1,'y z'\n{0 2, 1 x}\n"},
      {"t.svm", "# c\n+1 qid:3 1:0.5 7:nan # d\n-1\n"}};
  for (const auto& [name, content] : files)
    for (std::size_t size = 0; size <= content.size(); ++size) {
      const std::string path = folder.write(name, content.substr(0, size));
      ReadOptions options;
      options.other_text = TextRule::drop;
      std::size_t rows = 0;
      const std::string message = message_of(folder, [&] { rows = read_table(path, options).rows(); });
      EXPECT_TRUE(message.empty() ? rows <= 3 : message.starts_with(name)) << message;
    }
}

}  // namespace
}  // namespace scpp
