import type { accountCalls } from '#contract/calls/account/account-calls.ts'
import type { Handlers } from '../handler.ts'
import { avatarUpdate } from './avatar-update.ts'
import { brandingPictureUpload } from './branding-picture-upload.ts'
import { brandingUpdate } from './branding-update.ts'
import { codeDynamicCreate } from './code-dynamic-create.ts'
import { merchantLogoUpload } from './merchant-logo-upload.ts'
import { mfaCreate } from './mfa-create.ts'
import { mfaDelete } from './mfa-delete.ts'
import { mfaList } from './mfa-list.ts'
import { mfaSet } from './mfa-set.ts'
import { mfaVerify } from './mfa-verify.ts'
import { organizationGet } from './organization-get.ts'
import { organizationUpdate } from './organization-update.ts'
import { passwordResetSendMessage } from './password-reset-send-message.ts'
import { passwordReset } from './password-reset.ts'
import { passwordUpdate } from './password-update.ts'
import { preCheck } from './pre-check.ts'
import { preLogin } from './pre-login.ts'
import { register } from './register.ts'
import { sessionEndOthers } from './session-end-others.ts'
import { sessionEnd } from './session-end.ts'
import { sessionKeep } from './session-keep.ts'
import { sessionList } from './session-list.ts'
import { unregisterCheck } from './unregister-check.ts'
import { unregister } from './unregister.ts'
import { userExist } from './user-exist.ts'

/** What answers the calls of accounts. */
export const accountHandlers: Handlers<typeof accountCalls> = {
  avatarUpdate,
  brandingPictureUpload,
  brandingUpdate,
  codeDynamicCreate,
  merchantLogoUpload,
  mfaCreate,
  mfaDelete,
  mfaList,
  mfaSet,
  mfaVerify,
  organizationGet,
  organizationUpdate,
  passwordResetSendMessage,
  passwordReset,
  passwordUpdate,
  preCheck,
  preLogin,
  register,
  sessionEndOthers,
  sessionEnd,
  sessionKeep,
  sessionList,
  unregisterCheck,
  unregister,
  userExist,
}
