import { proxy } from 'valtio'

/** What the screen says of the video path as a whole. Written by the media engine only. */
export const mediaState = proxy({
  /** Where pictures come from now; `none` until a window has asked. */
  path: 'none' as 'plugin' | 'relay' | 'none',
  /** Share of the time between two pictures that decoding takes in the slowest window, 0 to 1. */
  decodeLoad: 0,
  /** Windows that show a channel. */
  windows: 0,
  decoder: 'webcodecs' as 'webcodecs' | 'mse',
})
