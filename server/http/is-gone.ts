/** Whether this fault of the file system says that a file or folder is not there (any more). */
export function isGone(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOENT'
}
