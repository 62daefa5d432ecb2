/** Loaded into a process before everything else: its clock goes ahead by as much as a message says. */
const machineNow = Date.now
let aheadMs = 0
Date.now = () => machineNow() + aheadMs
process.on('message', (message: { kind?: string; aheadMs?: number }) => {
  if (message.kind === 'move-clock') aheadMs += message.aheadMs ?? 0
})
