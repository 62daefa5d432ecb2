import { expect, test } from 'vitest'
import { choiceOf, isTaken, ownChoice, sceneOfChoice } from '#src/features/sites/scene-choice.ts'

test('a scene of one’s own is chosen by its name, a new one by what is typed, and one of the nine by itself', () => {
  expect(sceneOfChoice(choiceOf({ scene: 'custom', customScene: 'Boat house' }), 'ignored')).toEqual({
    scene: 'custom',
    customScene: 'Boat house',
  })
  expect(sceneOfChoice('custom', 'Pier')).toEqual({ scene: 'custom', customScene: 'Pier' })
  expect(sceneOfChoice(choiceOf({ scene: 'villa' }), 'ignored')).toEqual({ scene: 'villa' })
  expect(choiceOf({ scene: 'custom', customScene: 'villa' })).toBe(ownChoice('villa'))
})

test('a name is taken whoever writes it in capitals, with blanks around it or in full width', () => {
  for (const typed of ['Pier', 'PIER', '  pier ', 'ＰＩＥＲ']) expect(isTaken(typed, ['Boat house', 'Pier'])).toBe(true)
  expect(isTaken('Pier 2', ['Boat house', 'Pier'])).toBe(false)
})
