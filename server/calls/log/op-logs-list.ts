import { opLogsList as call } from '#contract/calls/log/op-logs-list.ts'
import { namesFor } from '#contract/masked.ts'
import { handler } from '../handler.ts'
import { maskDetail } from '../../access/mask-detail.ts'
import { operations } from '../../access/operations.ts'

export const opLogsList = handler(call, async (input, { db }, caller) => {
  const { organizationId } = caller
  const { pageNum, pageSize, fromMs, untilMs, userId } = input
  const wanted = operations.filter(
    (operation) => (input.module ?? operation.module) === operation.module && (input.function ?? operation.function) === operation.function,
  )
  if (wanted.length === 0) return { total: 0, logs: [] }
  let query = db
    .selectFrom('audit')
    .leftJoin('user', 'user.id', 'audit.user_id')
    .where('audit.organization_id', '=', organizationId)
    .where('audit.at_ms', '>=', fromMs)
    .where('audit.at_ms', '<=', untilMs)
  if (userId !== undefined) query = query.where('audit.user_id', '=', userId)
  if (wanted.length < operations.length)
    query = query.where(
      'audit.path',
      'in',
      wanted.map(({ path }) => path),
    )
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll('audit')
    .select('user.alias')
    .orderBy('audit.at_ms', 'desc')
    .orderBy('audit.id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const operationOf = new Map(operations.map((operation) => [operation.path, operation]))
  const seesWhole = namesFor(caller).isWhole
  const logs = rows.map((row) => ({
    logId: row.id,
    atMs: row.at_ms,
    userId: row.user_id,
    userName: namesFor(caller, row.user_id).name(row.alias ?? ''),
    address: row.address,
    // A path that this version no longer has keeps its name.
    module: operationOf.get(row.path)?.module ?? '',
    function: operationOf.get(row.path)?.function ?? row.path,
    code: row.code,
    detail: seesWhole || row.user_id === caller.userId ? row.input_json : maskDetail(row.input_json),
  }))
  return { total, logs }
})
