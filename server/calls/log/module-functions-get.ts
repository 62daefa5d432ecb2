import { moduleFunctionsGet as call } from '#contract/calls/log/module-functions-get.ts'
import { handler } from '../handler.ts'
import { operations } from '../../access/operations.ts'

export const moduleFunctionsGet = handler(call, async () => {
  const byModule = Map.groupBy(operations, (operation) => operation.module)
  return { modules: [...byModule].map(([module, list]) => ({ module, functions: list.map((operation) => operation.function) })) }
})
