declare function keepExportAssigned(keepAssignedParameter: string): keepExportAssigned.KeepAssignedResult;
declare namespace keepExportAssigned {
  interface KeepAssignedResult { keepAssignedProperty: number }
}
export = keepExportAssigned;
