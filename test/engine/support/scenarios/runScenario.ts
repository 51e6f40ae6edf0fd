export { completeForm, readRecord } from '../../../operations/support/scenario';
