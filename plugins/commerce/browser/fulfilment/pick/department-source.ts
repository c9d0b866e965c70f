import { recordSource } from '@millwright/core/browser';
import { getDepartment, listDepartments } from '@millwright/inventory/contracts';

/** Departments by name. */
export const pickDepartmentSource = recordSource(listDepartments, {
  option: (department) => ({ value: department.id, label: department.name }),
  one: getDepartment,
});
