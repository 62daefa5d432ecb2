import * as z from 'zod/mini'
import { defineCommand } from '../define-command.ts'
import { text } from '../fields.ts'

/** The version of the plugin that is installed. */
export const getOcxVersion = defineCommand({ name: 'getOCXVersion', request: z.object({}), reply: z.object({ pluginVersion: text }) })
