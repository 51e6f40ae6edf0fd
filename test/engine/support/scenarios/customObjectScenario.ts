export { customObjectScenario } from '../../../operations/support/records';
