import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pageNumber } from '../../rules.ts'
import { accessRequest } from './installer.ts'

/**
 * One page of the installer's requests, the newest first.
 */
export const remoteAccessReqList = defineCall({
  path: '/vms/remote-access-req/list',
  input: z.object({ pageNum: pageNumber, pageSize: z.int().check(z.minimum(1), z.maximum(100)) }),
  output: z.object({ total: z.int(), requests: z.array(accessRequest) }),
  access: administrator,
  offline: 'none',
})
