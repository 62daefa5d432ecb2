import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { flag, text } from '../fields.ts'

/** The version of the plugin that is installed. `isNative`: it draws its own windows over the page instead of sending pictures. */
export const getOcxVersion = defineCommand({
  name: 'getOCXVersion',
  request: z.object({}),
  reply: z.object({ pluginVersion: text, isNative: z.optional(flag) }),
})
