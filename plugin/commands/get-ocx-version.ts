import type { getOcxVersion as command } from '#contract/plugin/commands/get-ocx-version.ts'
import { PLUGIN_VERSION } from '../version.ts'
import type { Handler } from './handler.ts'

export const getOcxVersion: Handler<typeof command> = () => ({ pluginVersion: PLUGIN_VERSION })
