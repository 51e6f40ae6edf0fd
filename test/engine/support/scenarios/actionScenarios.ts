export {
	contactActionScenario,
	customerActionScenario,
	dealActionScenario,
} from '../../../operations/support/records';
