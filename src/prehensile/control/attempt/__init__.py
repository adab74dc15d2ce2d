"""One job, tried: both controllers, the rehearsal, the verdict."""
