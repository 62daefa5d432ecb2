import { expect, test } from 'vitest'
import { Later } from '#workers/media/later.ts'

test('the last pictures of a wall are kept after its new windows have shown theirs, in order, and none is forgotten', async () => {
  let starting = 2
  let nowMs = 0
  const kept: string[] = []
  const later = new Later(
    () => starting > 0,
    () => nowMs,
  )
  const rest = async () => {
    await later.run()
    nowMs += 500
  }
  for (const name of ['gate', 'hall', 'yard']) {
    later.add(async () => {
      kept.push(name)
      // Somebody changes the layout once more, while the second picture is being written.
      if (name === 'hall') starting = 1
    })
  }
  await rest()
  starting = 1
  await rest()
  expect(kept).toEqual([])
  starting = 0
  await Promise.all([later.run(), later.run()])
  expect(kept).toEqual(['gate', 'hall'])
  starting = 0
  await rest()
  await later.run()
  expect(kept).toEqual(['gate', 'hall', 'yard'])
})

test('pictures that were given up wait until half a second has passed in which no window began', async () => {
  let isBusy = false
  let nowMs = 0
  const kept: number[] = []
  const later = new Later(
    () => isBusy,
    () => nowMs,
  )
  later.add(async () => void kept.push(nowMs))
  for (nowMs = 0; nowMs < 1_500; nowMs += 50) {
    isBusy = nowMs >= 300 && nowMs <= 600
    await later.run()
  }
  expect(kept).toEqual([1_100])
})
