import { readFileSync, readdirSync } from 'node:fs'
import { Stack } from '#tests/support/stack.ts'
const cpu = () => {
  const out: Record<string, number> = {}
  for (const pid of readdirSync('/proc').filter((p) => /^\d+$/.test(p))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      if (Number(stat[1]) !== process.pid) continue
      const cmd = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').find((a) => /main\.ts$/.test(a)) ?? 'x'
      out[cmd.split('/').slice(-3).join('/')] = (Number(stat[11]) + Number(stat[12])) / 100
    } catch {}
  }
  return out
}
for (let i = 0; i < 3; i++) {
  const t = performance.now()
  const stack = await Stack.start(['simulator', 'bridge', 'plugin'])
  console.log(Math.round(performance.now() - t), JSON.stringify(cpu()))
  await stack.close()
}
process.exit(0)
