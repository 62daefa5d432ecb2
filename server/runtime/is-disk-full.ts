/** Whether something failed because the disk, or what may be used of it, is full. */
export function isDiskFull(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && (fault.code === 'ENOSPC' || fault.code === 'EDQUOT')
}
