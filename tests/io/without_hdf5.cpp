// A build without the HDF5 library refuses its files by name and reads and writes all others.
#include "io_support.hpp"

namespace scpp {
namespace {

TEST(WithoutHdf5, ItsFilesAreRefusedByName) {
  const TemporaryFolder folder;
  const std::string named = folder.write("t.h5", ""), marked = folder.write("t", "\x89HDF\r\n\x1a\n");
  const std::string reason = ": scpp was built without HDF5; convert the table to NPY or CSV";
  EXPECT_EQ(message_of(folder, [&] { read_table(named); }), "cannot read t.h5" + reason);
  EXPECT_EQ(message_of(folder, [&] { read_table(marked); }), "cannot read t" + reason);
  EXPECT_EQ(message_of(folder, [&] { open_table(named, {}, [](std::size_t) {}); }),
            "cannot read t.h5" + reason);
  EXPECT_EQ(message_of(folder,
                       [&] {
                         write_table(named, table_of<double>({{1, 2}}));
                       }),
            "cannot write t.h5: scpp was built without HDF5; write NPY or CSV");
}

TEST(WithoutHdf5, OtherFormatsStay) {
  const TemporaryFolder folder;
  for (const std::string name : {"t.csv", "t.npy", "t.arff", "t.svm"}) {
    write_table(folder.path(name), table_of<double>({{1, 2}, {3, 4}}));
    EXPECT_EQ(rows_of(read_table(folder.path(name))), (Rows{{1, 2}, {3, 4}})) << name;
  }
}

}  // namespace
}  // namespace scpp
