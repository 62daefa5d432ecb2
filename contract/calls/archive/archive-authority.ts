import * as z from 'zod/mini'
import { archiveRight } from '../../archives.ts'

export const archiveAuthority = z.object({ userId: z.string(), rights: z.array(archiveRight) })
