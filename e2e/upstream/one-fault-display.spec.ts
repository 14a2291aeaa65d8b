import { oneFaultAtATime } from './one-fault.ts'

oneFaultAtATime('display')
