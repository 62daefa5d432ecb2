import { deviceSecurityCodeUpdate as call } from '#contract/calls/device/device-security-code-update.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { isSecurityCode, keyOfSecurityCode } from '../../devices/security-code.ts'

export const deviceSecurityCodeUpdate = handler(
  call,
  async ({ sn, securityCode, newSecurityCode }, { rights, devices, bindGuard, deviceCommands }, caller) => {
    const { key_hex } = await rights.requireDevice(caller, sn, 'configure')
    bindGuard.begin(sn, caller.organizationId)
    if (!(await isSecurityCode(securityCode, sn, key_hex))) throw new CallFault('security-code-wrong', { field: 'securityCode' })
    bindGuard.succeeded(sn, caller.organizationId)
    if (newSecurityCode === securityCode) throw new CallFault('security-code-unchanged', { field: 'newSecurityCode' })
    const obstacle = await deviceCommands.obstacle(sn, 'security-code-set')
    if (obstacle !== null) throw new CallFault(obstacle)
    // Expected before it is asked for: when the answer is lost, the device's next connection shows which code it has.
    const keyHex = await keyOfSecurityCode(newSecurityCode, sn)
    await devices.expectKey(sn, keyHex)
    await deviceCommands.run(sn, 'security-code-set', { securityCode: newSecurityCode })
    await devices.settleKey(sn, keyHex)
    return null
  },
)
