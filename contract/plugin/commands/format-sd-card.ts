import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'

/** Removes everything from the memory card of a camera. Fails as `getSdCardStatus`, with 33029 without a card and 6000 while it is at it. */
export const formatSdCard = defineCommand({
  name: 'formatSdCard',
  request: z.object({ sn: serialNumber }),
  reply: z.object({}),
  asksDevice: true,
})
