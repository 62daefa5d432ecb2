import type { installerCalls } from '#contract/calls/installer/installer-calls.ts'
import type { Handlers } from '../handler.ts'
import { bindCheck } from './bind-check.ts'
import { bind } from './bind.ts'
import { myInstallerDelete } from './my-installer-delete.ts'
import { myInstallerGet } from './my-installer-get.ts'
import { remoteAccessConnect } from './remote-access-connect.ts'
import { remoteAccessReqAudit } from './remote-access-req-audit.ts'
import { remoteAccessReqCreate } from './remote-access-req-create.ts'
import { remoteAccessReqList } from './remote-access-req-list.ts'
import { remoteAccessReqOwn } from './remote-access-req-own.ts'
import { remoteAccessReqRevoke } from './remote-access-req-revoke.ts'

/** What answers the calls of installers and their access. */
export const installerHandlers: Handlers<typeof installerCalls> = {
  bindCheck,
  bind,
  myInstallerDelete,
  myInstallerGet,
  remoteAccessConnect,
  remoteAccessReqAudit,
  remoteAccessReqCreate,
  remoteAccessReqList,
  remoteAccessReqOwn,
  remoteAccessReqRevoke,
}
