/// What makes two paths the same file.
struct FileIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}
