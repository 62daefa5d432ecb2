import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, pageNumber, searchRange, timeMs } from '../../rules.ts'

/** One thing that was done, or tried. `code` 200: done. `detail`: what was asked, JSON without secrets. */
const opLog = z.object({
  logId: z.string(),
  atMs: timeMs,
  userId: z.nullable(z.string()),
  /** Empty for whoever is deleted. */
  userName: z.string(),
  address: z.string(),
  module: z.string(),
  function: z.string(),
  code: z.int(),
  detail: z.string(),
})

const logSpan = { fromMs: timeMs, untilMs: timeMs }
const logSpanRule = searchRange('fromMs', 'untilMs')
/** The span of time that the logs of are asked for, as forms have it. */
export const opLogsSpan = z.object(logSpan).check(...logSpanRule)

/**
 * One page of the organization's audit trail, the newest first. Modules and functions are those of `/vms/log/module-functions/get`. Fails
 * with range-too-long when the range is over 31 days.
 */
export const opLogsList = defineCall({
  path: '/vms/log/op-logs/list',
  input: z
    .object({
      pageNum: pageNumber,
      pageSize: z.int().check(z.minimum(1), z.maximum(100)),
      ...logSpan,
      userId: z.optional(identifier),
      module: z.optional(identifier),
      function: z.optional(identifier),
    })
    .check(...logSpanRule),
  output: z.object({ total: z.int(), logs: z.array(opLog) }),
  access: administrator,
  offline: 'none',
})
