import type { userCalls } from '#contract/calls/user/user-calls.ts'
import type { Handlers } from '../handler.ts'
import { codePicCreate } from './code-pic-create.ts'
import { codePicVerify } from './code-pic-verify.ts'
import { customerWebsiteGet } from './customer-website-get.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { menuTree } from './menu-tree.ts'
import { profileGet } from './profile-get.ts'
import { profileUpdate } from './profile-update.ts'
import { systemVersionGet } from './system-version-get.ts'
import { tokenRenewal } from './token-renewal.ts'

/** What answers the calls of sessions and of the person signed in. */
export const userHandlers: Handlers<typeof userCalls> = {
  codePicCreate,
  codePicVerify,
  customerWebsiteGet,
  login,
  logout,
  menuTree,
  profileGet,
  profileUpdate,
  systemVersionGet,
  tokenRenewal,
}
