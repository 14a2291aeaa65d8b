/** What quotes are numbered under on this device, or in this shared store. */
import { isDeviceCode } from '../../domain/shared/numbers.ts'
import { Invalid } from '../../service/refusal.ts'
import type { Service } from '../../service/service.ts'
import { actorOf } from './access.ts'
import type { Api } from './api.ts'
import { bodyReader } from './requests.ts'
import { DeviceChange, DeviceInfo } from './schemas.ts'

const read = bodyReader(DeviceChange)

export function deviceRoutes(api: Api, service: Service): void {
  api.get('/api/device', 'desk', DeviceInfo, () => infoOf(service))
  api.put('/api/device', 'settings', DeviceInfo, async (request) => {
    const before = await service.store.device.code()
    const after = read(request).code.trim().toUpperCase()
    if (after !== before) {
      await change(service, after)
      const facts = { setting: 'device', before, after }
      await service.journal.note(actorOf(request), 'setting_changed', facts)
    }
    return infoOf(service)
  })
}

/** The code, and whether it can still be another. */
async function infoOf({ store }: Service): Promise<DeviceInfo> {
  return { code: await store.device.code(), changeable: await store.device.isChangeable() }
}

/** @throws Invalid where it is no code, or one that quotes are numbered under */
async function change({ store }: Service, code: string): Promise<void> {
  if (!isDeviceCode(code)) throw new Invalid([{ path: '/code', code: 'device_code_invalid' }])
  if (!(await store.device.change(code))) throw new Invalid([{ path: '/code', code: 'device_code_used' }])
}
