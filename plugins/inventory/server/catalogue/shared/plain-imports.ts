import type { ImportDefinition } from '@millwright/core/server';
import { plainImporter } from '@millwright/core/server';
import type { ProductUsagePort } from '../../../contracts/index.ts';
import { departmentImport } from '../../locations/department/department-importer.ts';
import { machineImport } from '../../locations/machine/machine-importer.ts';
import { storageLocationImport } from '../../locations/storage-location/import/location-importer.ts';
import { unitImport } from '../../units/unit/unit-importer.ts';
import { unitGroupImport } from '../../units/unit-group/unit-group-importer.ts';
import { categoryImport } from '../category/category-importer.ts';
import { productGroupImport } from '../product-group/product-group-importer.ts';
import { productLineImport } from '../product-line/product-line-importer.ts';
import { propertyImport } from '../property/property-importer.ts';

/** Imports of what the catalogue and the warehouse are made of beside items. */
export const plainImports = (usage: ProductUsagePort | undefined): ImportDefinition[] => [
  plainImporter(storageLocationImport),
  plainImporter(productLineImport(usage)),
  plainImporter(machineImport),
  plainImporter(departmentImport),
  plainImporter(categoryImport),
  plainImporter(propertyImport),
  plainImporter(unitImport),
  plainImporter(unitGroupImport(usage)),
  plainImporter(productGroupImport),
];
