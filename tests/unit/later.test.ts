import { expect, test } from 'vitest'
import { Later } from '#workers/media/later.ts'

test('the last pictures of a wall are kept after its new windows have shown theirs, in order, and none is forgotten', async () => {
  let starting = 2
  const kept: string[] = []
  const later = new Later(() => starting > 0)
  for (const name of ['gate', 'hall', 'yard']) {
    later.add(async () => {
      kept.push(name)
      // Somebody changes the layout once more, while the second picture is being written.
      if (name === 'hall') starting = 1
    })
  }
  await later.run()
  starting = 1
  await later.run()
  expect(kept).toEqual([])
  starting = 0
  await Promise.all([later.run(), later.run()])
  expect(kept).toEqual(['gate', 'hall'])
  starting = 0
  await later.run()
  expect(kept).toEqual(['gate', 'hall', 'yard'])
})
