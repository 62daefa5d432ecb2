/**
 * Windows of a tab's wall are numbered from 0 up to here. Those from here on show parts of the past beside the wall, each part in the next of them,
 * so that what is still on its way of one is not taken for another; `splitCtrl` leaves them alone.
 */
export const FIRST_PART_WINDOW = 64
export const WINDOW_NUMBERS = 256
/** The last of them shows what is live beside the wall: a camera on the map. */
export const BESIDE_WINDOW = 255
