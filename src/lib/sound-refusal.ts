/** Why a page is not heard: the browser holds its sound back until somebody presses something in it, or has nothing to play sound with. */
export type SoundRefusal = 'held' | 'none'
